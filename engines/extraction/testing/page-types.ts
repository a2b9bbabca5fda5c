import { cookies, english, footer, german, header, links, page, type TestPage } from './pages.ts'

/** Creates a page whose content is what `own` was called with. */
function pageOf(name: string, body: (own: (text: string) => string) => string, head = ''): TestPage {
  const content: string[] = []
  const html = page(
    name,
    body((text) => {
      content.push(text)
      return text
    }),
    head,
  )
  return { name, html, article: content.join('\n') }
}

const sentences = [...english.paragraphs, ...german.paragraphs].flatMap((text) => text.split(/(?<=\.) /))
const each = (count: number, item: (n: number, sentence: string) => string): string =>
  Array.from({ length: count }, (_, n) => item(n, sentences[n % sentences.length]!)).join('')
const related = `<section class="related"><h2>You may also like</h2><ul>${links(5, 'Offer')}</ul></section>`

/** Pages other than news. */
export const pageTypes: TestPage[] = [
  pageOf(
    'thread',
    (own) =>
      `${header}<div id="wrap"><h1>${own('The oven smokes when it is hot')}</h1>${each(6, (_, text) => `<div class="comment"><form class="post-form"><input type="hidden"><div class="body">${own(text)}<br><br>${own('Has anyone else seen that?')}</div></form><ul class="buttons"><li><a href="/r">Reply</a></li><li><a href="/q">Quote</a></li></ul></div>`)}</div>${footer}`,
  ),
  pageOf(
    'product',
    (own) =>
      `${cookies}${header}<div class="product"><h1>${own('Bread tin')}</h1><form><label>Size</label><select><option>Large</option></select><button>Add to cart</button></form><div class="text"><p>${own(sentences[0]!)}</p><ul><li>${own('Holds a loaf of one kilogram')}</li></ul></div><div id="comments">${each(5, (_, text) => `<div class="review"><p>${own(text)}</p></div>`)}</div></div>${related}${footer}`,
    '<meta property="og:type" content="product">',
  ),
  pageOf(
    'manual',
    (own) =>
      `<div class="side-nav"><ul>${links(12, 'Chapter')}</ul></div><div class="body"><h1>${own('Menus')}</h1><p>${own(sentences[1]!)}</p><section id="navigation"><h2>${own('Navigation')}<a href="#navigation">¶</a></h2><ul><li><a href="/n">${own('Number')}</a> | <a href="/t">${own('Text')}</a></li></ul><p>${own(sentences[2]!)}</p><pre><span class="comment">${own('// Opens the menu.')}</span>${own('menu.open()')}</pre><table><tr><th>${own('Option')}</th></tr>${each(5, (n) => `<tr><td><a href="/o/${n}">${own(`option ${n}`)}</a></td></tr>`)}</table></section></div>`,
  ),
  pageOf(
    'recipe',
    (own) =>
      `${header}<article><h1>${own('Rye bread')}</h1>${each(2, (_, text) => `<p>${own(text)}</p>`)}<div class="social-share"><a href="/s">Share</a> <a href="/p">Pin</a></div><div class="card"><h2>${own('Ingredients')}</h2><ul>${['500 g rye flour', '10 g salt', 'water'].map((text) => `<li>${own(text)}</li>`).join('')}</ul><ol>${each(4, (_, text) => `<li>${own(text)}</li>`)}</ol></div></article>${related}${footer}`,
  ),
  pageOf(
    'questions',
    (own) =>
      `${header}<div class="faq">${each(4, (n, text) => `<button class="toggle">${own(`What about ${n}?`)}</button><div>${own(text)}</div>`)}${each(4, (n, text) => `<details><summary>${own(`And ${n}`)}</summary><p>${own(text)}</p></details>`)}<button>Ask us</button></div>${footer}`,
  ),
  pageOf(
    'teasers',
    (own) =>
      `${header}<main><h1>${own('All stories')}</h1>${each(8, (n, text) => `<div class="teaser"><h2><a href="/t/${n}">${own(`Story number ${n}`)}</a></h2><p>${own(text)}</p></div>`)}</main>${footer}`,
  ),
  pageOf(
    'short notice',
    (own) =>
      `${header}<div class="notice"><h1>${own('Closed on Monday')}</h1><p>${own('The bakery is closed on Monday.')}</p></div>${footer}`,
  ),
  pageOf(
    'countries',
    (own) =>
      `${header}<main><h1>${own('Countries')}</h1><p>${own('We deliver to these countries.')}</p><ul>${each(40, (n) => `<li><a href="/${n}">${own(`Country ${n}`)}</a></li>`)}</ul></main>${footer}`,
  ),
  pageOf(
    'modules',
    (own) =>
      `<div class="c-top"><a href="/a">Stories</a><a href="/b">Films</a></div><div><h1>${own(english.title)}</h1></div>${english.paragraphs.map((text) => `<div class="module"><div class="inner"><div>${own(text)}</div></div></div>`).join('<div class="module"><img></div>')}<div class="module">${related}</div>`,
  ),
  pageOf(
    'form around everything',
    (own) =>
      `<form action="/"><input type="hidden"><div id="menu"><ul>${links(10, 'Service')}</ul></div><div id="content"><h1>${own('Collection dates')}</h1><p>${own(sentences[3]!)}</p><table><tr><th>${own('Area')}</th><th>${own('Day')}</th></tr><tr><td>${own('North')}</td><td>${own('Monday')}</td></tr></table></div></form>`,
  ),
  pageOf(
    'contract',
    (own) =>
      `${header}<div class="legal"><h1>${own('Rules of the shop')}</h1>${['(a) Members', '(b) Guests', '(c) Suppliers', 'Copyright'].map((text) => `<p>${own(`${text} may enter by the back door.`)}</p>`).join('')}</div><div>© 2024 Daily Example</div>`,
  ),
  pageOf(
    'saved in one file',
    (own) =>
      `<div class="top"><a href="/">Home</a> <a href="/c">Contact</a></div><div>${own(german.title)}</div>${german.paragraphs.map((text) => `<div>${own(text)}</div><img src="data:image/png;base64,${'A'.repeat(400_000)}">`).join('')}`,
  ),
  pageOf(
    'application',
    (own) =>
      `<div id="root"><h1>${own(english.title)}</h1><div>Loading</div></div><script type="application/ld+json">${JSON.stringify({ '@graph': [{ '@type': 'NewsArticle', articleBody: english.paragraphs.map(own).join('\n\n') }] })}</script>`,
  ),
  pageOf(
    'with all its parts',
    (own) =>
      `${cookies}<div aria-hidden="true">Decoration</div><div style="visibility:hidden">Tooltip</div><div role="dialog"><p>Sign in to continue.</p></div>${header}<div class="breadcrumb"><a href="/">Home</a> › News</div><main><h1>${own(english.title)}</h1>${english.paragraphs.map((text) => `<p>${own(text)}</p>`).join('')}<aside class="note">${own('Bread is sold until noon.')}</aside><aside><ul>${links(4, 'Related')}</ul></aside></main>${footer}`,
  ),
]
