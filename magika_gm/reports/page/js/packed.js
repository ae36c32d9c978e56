// What the page carries packed: texts of which it needs no word before it runs.

/** The text of an element that holds it deflated and in base 64; "" where there is no such element. */
export async function unpacked(id) {
  const held = document.getElementById(id);
  if (!held) return "";
  const signs = atob(held.textContent);
  const bytes = new Uint8Array(signs.length);
  for (let n = 0; n < signs.length; n += 1) bytes[n] = signs.charCodeAt(n);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

/** Put the page's drawings into it. */
export async function bringArt() {
  const { documentElement } = new DOMParser().parseFromString(await unpacked("art"), "image/svg+xml");
  document.body.prepend(document.adoptNode(documentElement));
}
