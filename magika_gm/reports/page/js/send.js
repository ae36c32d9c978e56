// The sheet as text, and the three ways it leaves the page.

import { el, say } from "./dom.js";
import { T } from "./texts.js";

/** Save a text as a file of one's own. */
export function saveFile(name, text, type = "text/plain") {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  say(T.send.saved(name));
}

/** Copy what stands in a text field; what became of it is said in `done`. */
export async function copyText(sheet, done) {
  try {
    await navigator.clipboard.writeText(sheet.value);
    done.textContent = T.send.copied;
  } catch {
    // pages from disk are not always given the clipboard
    sheet.focus();
    sheet.select();
    done.textContent = document.execCommand?.("copy") ? T.send.copied : T.send.uncopied;
  }
}

/** The part of the page that sends; `half()` is what is being chosen or typed and stands on no line yet, "" for nothing. */
export function makeSend(plan, envelope, half) {
  const password = el("input", { type: "password", id: "password", autocomplete: "off", "aria-describedby": "password-help", oninput: () => draw(last) });
  const sheet = el("textarea", { class: "sheet", readonly: true, rows: "9", spellcheck: "false", "aria-label": T.send.sheet, id: "sheet" });
  const done = el("p", { class: "done", role: "status", "aria-live": "polite" });
  const copy = el("button", { type: "button", class: "primary", id: "copy", onclick: () => copyText(sheet, done).then(warn) }, T.send.copy);
  const save = el("button", { type: "button", id: "save", onclick: saved }, T.send.file);
  const mail = el("a", { class: "button", id: "mail", role: "button", onclick: () => ((done.textContent = ""), warn()) }, T.send.mail);
  const node = el(
    "section",
    { class: "send", id: "send", "aria-labelledby": "send-title" },
    el("h2", { id: "send-title" }, T.send.title),
    el("p", {}, T.send.how(envelope.office_email)),
    el("label", { for: "password" }, T.send.password),
    password,
    el("p", { class: "quiet", id: "password-help" }, T.send.passwordHelp),
    sheet,
    el("div", { class: "ways-out" }, copy, save, envelope.office_email ? mail : null),
    done,
  );
  let last = null;

  function draw(judged) {
    last = judged;
    const text = plan.sheet(envelope, password.value.trim());
    const stopped = Boolean(judged && judged.errors.length);
    sheet.value = text;
    copy.disabled = save.disabled = stopped;
    mail.setAttribute("aria-disabled", String(stopped));
    // what was said of another sheet, or of what was half written, is said no longer
    done.textContent = stopped ? T.send.stopped : "";
    done.classList.toggle("bad", stopped);
    if (stopped) mail.removeAttribute("href");
    else {
      const subject = T.send.subject(envelope.system_title, envelope.game, envelope.turn + 1);
      mail.setAttribute("href", `mailto:${encodeURIComponent(envelope.office_email).replace(/%40/g, "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replace(/\n/g, "\r\n"))}`);
    }
  }

  function saved() {
    const name = `${envelope.system}-${envelope.game}-turn-${envelope.turn + 1}-${envelope.seat}.txt`;
    saveFile(name, sheet.value);
    done.textContent = T.send.saved(name);
    warn();
  }
  function warn() {
    if (half()) done.append(" ", el("b", {}, T.send.half(half())));
  }
  return { node, draw, again: () => draw(last) };
}
