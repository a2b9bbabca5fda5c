/** Creates an element. Attributes that are false or missing are left out, functions are listeners, and children may be text. */
export function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name, value)
    else if (value !== false && value !== undefined) created.setAttribute(name, value === true ? '' : value)
  }
  created.append(...children.flat())
  return created
}

/** Returns text in which the parts between backticks are code. */
export const prose = (text) =>
  text.split('`').map((part, place) => (place % 2 === 1 ? element('code', {}, part) : part))

/** A part that is drawn when the reader opens it for the first time. */
export function unfolding(attributes, summary, draw) {
  const details = element('details', attributes, element('summary', {}, ...summary))
  details.addEventListener('toggle', () => details.append(...draw()), { once: true })
  return details
}
