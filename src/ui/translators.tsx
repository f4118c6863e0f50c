/**
 * A browser's translator replaces the text nodes of React by <font> elements. React goes on writing to the removed
 * nodes, so that an old amount would stay on the screen, and throws where it looks for one in the page, so that the
 * page would break. Here a removed text node is put back as soon as React writes to it or looks for it; the translator
 * then translates it again.
 */
const standsFor = new WeakMap<Element, Text[]>();
const takenFor = new WeakMap<Node, Element>();
/** Nodes that React itself removed: they must not be put back. */
const gone = new WeakSet<Node>();

/** Of what a translator did: one element may stand for several texts beside each other. */
function note(changes: readonly MutationRecord[], watch: MutationObserver): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
    const font = [...addedNodes, previousSibling, nextSibling].find(
      (node): node is Element => node?.nodeName === 'FONT',
    );
    if (!font) continue;
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.isConnected || gone.has(text)) continue;
      takenFor.set(text, font);
      standsFor.set(font, [...(standsFor.get(font) ?? []), text]);
      watch.observe(text, { characterData: true });
    }
  }
}

function putBack(node: Node): void {
  const font = takenFor.get(node);
  if (!font?.parentNode || node.parentNode) return;
  font.replaceWith(...(standsFor.get(font) ?? []).filter((text) => text.parentNode === null));
}

export function followTranslators(): void {
  const watch = new MutationObserver(see);
  function see(changes: readonly MutationRecord[]): void {
    note(changes, watch);
    for (const { type, target } of changes) if (type === 'characterData') putBack(target);
  }
  watch.observe(document, { childList: true, subtree: true });
  const find = (child: Node | null, parent: Node) => {
    if (child === null || child.parentNode === parent) return;
    see(watch.takeRecords());
    putBack(child);
  };
  // They are called on the node that they are asked of.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    insertBefore(this: Node, child: Node, before: Node | null) {
      find(before, this);
      const isLost = before instanceof Text && before.parentNode !== this;
      return insertBefore.call(this, child, isLost ? null : before);
    },
    removeChild(this: Node, child: Node) {
      find(child, this);
      if (child instanceof Text) gone.add(child);
      return child instanceof Text && child.parentNode !== this ? child : removeChild.call(this, child);
    },
  });
}
