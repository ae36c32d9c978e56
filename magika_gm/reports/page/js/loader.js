// Unpacks the page's program and runs it: the page's policy lets this text run, and no other.

import { unpacked } from "./packed.js";

const TOO_OLD = "This page needs a newer browser. The same report lies beside it as text, as a letter and in print.";

unpacked("program").then(
  (text) => {
    const program = document.createElement("script");
    program.textContent = text;
    document.body.append(program);
  },
  () => {
    document.getElementById("page").textContent = TOO_OLD;
  },
);
