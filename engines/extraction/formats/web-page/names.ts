/** What surrounds the content of a page. */
export type Surrounding =
  | 'navigation'
  | 'frame'
  | 'notice'
  | 'advertisement'
  | 'sharing'
  | 'related'
  | 'comments'
  | 'label'

/** Words in the names of elements, by what they stand for. */
const words: Record<Surrounding, string> = {
  navigation:
    'nav navbar navigation menu megamenu submenu breadcrumb breadcrumbs crumb crumbs pager pagination paginator toc sitemap skiplink topbar toolbar tableofcontents',
  frame: 'footer sidebar sidenav rail colophon copyright masthead offcanvas drawer',
  notice:
    'cookie cookies cookiebot cookiebanner cookieconsent consent gdpr newsletter subscribe subscription signup paywall popup modal lightbox',
  advertisement:
    'ad ads advert advertisement advertising adslot adsense dfp sponsor sponsored promo promoted outbrain taboola werbung anzeige publicidad publicite pubblicita reklama',
  sharing: 'share sharing sharebar social sharedaddy addthis addtoany',
  related:
    'related relatedposts recommended recommendations recommendation recirc popular trending mostread mostpopular readnext readmore morestories upsell',
  comments:
    'comment comments commentlist disqus respond kommentar kommentare comentarios commentaires commenti komentarze',
  label: 'tags tagcloud taglist bio authorbio editsection noprint sronly screenreadertext visuallyhidden',
}

const surroundingOf = new Map(
  Object.entries(words).flatMap(([surrounding, list]) =>
    list.split(' ').map((word) => [word, surrounding as Surrounding] as const),
  ),
)

/**
 * Returns what the names of an element say that it is; null if they are no sign that it is not content.
 *
 * @param isIdName whether its id says what it is
 */
export function surroundingNamed(element: Element, isIdName: boolean): Surrounding | null {
  const names = [
    element.getAttribute('class'),
    isIdName ? element.id : null,
    element.localName.includes('-') ? element.localName : null,
  ]
  for (const name of names.join(' ').split(/\s+/)) {
    const parts = name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
    for (const [at, part] of parts.entries()) {
      const surrounding =
        surroundingOf.get(part) ??
        surroundingOf.get(parts.slice(at, at + 3).join('')) ??
        surroundingOf.get(parts.slice(at, at + 2).join(''))
      if (surrounding) return surrounding
    }
  }
  return null
}
