export interface Story {
  title: string
  paragraphs: string[]
}

/** A web page, and the words of its article. */
export interface TestPage {
  name: string
  html: string
  article: string
}

export const english: Story = {
  title: 'Why the bakery on Mill Street closed its doors',
  paragraphs: [
    'The bakery on Mill Street sold bread for sixty-one years. On Friday, its owner locked the door for the last time, and a queue of customers stood outside in the rain to say goodbye.',
    'Flour costs twice as much as three years ago, she says, and so does the energy for the ovens. She raised the price of a loaf four times. After the fourth, the regulars began to buy less, and some of them, who had come every morning, stopped coming at all.',
    'Her story is not unusual. The association of bakers counts nine closures in the county this year, more than in the five years before taken together. Most of the owners were close to retirement and found nobody to continue.',
    'The town wants to help. It offers lower rents in the empty shops of the old centre, and a course for people who would like to take over a business. Two bakers have applied so far; a third withdrew when she saw the numbers.',
    'On Mill Street, a sign in the window thanks everyone. Below it, somebody has taped a note in a child’s handwriting: it asks where the cinnamon buns will live now.',
  ],
}
export const german: Story = {
  title: 'Der letzte Laden im Dorf wird von allen geführt',
  paragraphs: [
    'Als der Supermarkt schloss, blieb dem Dorf nur noch der Automat an der Bushaltestelle. Heute, vier Jahre später, steht in der alten Schule wieder ein Laden, und er gehört dreihundert Menschen zugleich.',
    'Jedes Mitglied hat einen Anteil von hundert Euro gezeichnet und arbeitet, wenn möglich, zwei Stunden im Monat mit. Angestellt sind nur zwei Personen, die sich um Bestellungen, Kasse und Buchhaltung kümmern.',
    'Reich wird davon niemand, sagt die Vorsitzende. Im ersten Jahr machte der Laden Verluste, im zweiten eine schwarze Null, und seither bleibt jedes Jahr ein kleiner Überschuss, der in neue Kühlgeräte fließt.',
    'Am meisten überrascht hat alle das Café. Es war als Nebensache geplant, aber inzwischen kommen am Vormittag mehr Leute zum Reden als zum Einkaufen, und die Preise für den Kuchen werden noch immer per Abstimmung festgelegt.',
    'Inzwischen melden sich Gemeinden aus dem ganzen Land und fragen nach den Verträgen. Die Antwort ist stets dieselbe: Man darf alles kopieren, nur die Geduld muss man selbst mitbringen.',
  ],
}
const french: Story = {
  title: 'Les livraisons à vélo gagnent la banlieue',
  paragraphs: [
    'Il y a cinq ans, les vélos de livraison ne quittaient guère le centre de la ville. Aujourd’hui, une coopérative de trente coursiers dessert toute la banlieue, y compris les communes perchées sur les collines.',
    'Le secret, explique sa fondatrice, tient à trois petits entrepôts installés près des gares. Les colis y arrivent par le train, la nuit, puis repartent à l’aube sur des remorques électriques qui portent jusqu’à deux cents kilos.',
    'Les commerçants y trouvent leur compte : une livraison coûte un peu plus cher qu’en camionnette, mais elle arrive à l’heure, car les embouteillages ne comptent plus. Les réclamations ont diminué de moitié en un an.',
    'Reste l’hiver. Quand le verglas s’installe, la moitié des tournées est annulée, et la coopérative doit louer des fourgons. Elle cherche une solution avec la région, qui pourrait saler en priorité les pistes cyclables.',
  ],
}
const spanish: Story = {
  title: 'El mercado que aprendió a no tirar nada',
  paragraphs: [
    'Cada tarde, cuando cierran los puestos, una furgoneta recorre el mercado y recoge lo que no se ha vendido. Antes terminaba en la basura; ahora llega, en menos de una hora, a doce comedores del barrio.',
    'La idea fue de una frutera, cansada de tirar melocotones demasiado maduros. Convenció primero a sus vecinos de pasillo y después al ayuntamiento, que puso la furgoneta y un almacén con cámaras frías.',
    'El año pasado se salvaron cuarenta toneladas de comida. Los vendedores reciben una pequeña rebaja en la tasa de residuos, pero la mayoría asegura que participaría de todos modos, porque da pena ver el pan en el contenedor.',
    'El siguiente paso es más difícil: evitar que sobre tanto. Una aplicación avisa a los vecinos de lo que queda a última hora, a mitad de precio, y los puestos empiezan a pedir menos a los mayoristas.',
  ],
}
const stories = [english, german, french, spanish]

const paragraphs = ({ paragraphs }: Story, tag = 'p'): string =>
  paragraphs.map((text) => `<${tag}>${text}</${tag}>`).join('\n')
export const links = (count: number, word: string): string =>
  Array.from({ length: count }, (_, n) => `<li><a href="/${word}/${n}">${word} number ${n}</a></li>`).join('')
const menu = `<nav><ul>${links(14, 'Section')}</ul></nav>`
export const header = `<header><a href="/">Daily Example</a> <a href="/login">Log in</a> <a href="/shop">Subscribe now</a>${menu}</header>`
export const footer = `<footer><ul>${links(20, 'Service')}</ul><p>© 2024 Daily Example. All rights reserved. Imprint. Privacy. Terms of use.</p></footer>`
const teasers = Array.from(
  { length: 8 },
  (_, n) =>
    `<div class="teaser"><h3><a href="/t/${n}">Another headline number ${n}</a></h3><p>Two lines about another story. <a href="/t/${n}">Read more</a></p></div>`,
).join('')
export const cookies =
  '<div id="cookie-banner" class="overlay"><p>We use cookies to improve your experience. <button>Accept all</button> <button>Settings</button></p></div>'
const share =
  '<div class="share-buttons"><a href="#">Share</a><a href="#">Tweet</a><a href="#">Email</a></div>'
const comments = Array.from(
  { length: 6 },
  (_, n) =>
    `<div class="comment"><b>reader${n}</b><p>I could not agree more, this happens everywhere.</p><a href="#">Reply</a></div>`,
).join('')
export const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title} | Daily Example</title>${head}</head><body>${body}</body></html>`

/** Structures of pages around an article, from clean to careless. */
const structures: Record<string, (story: Story) => string> = {
  semantic: (s) => `${header}<main><article><h1>${s.title}</h1>${paragraphs(s)}</article></main>${footer}`,
  divs: (s) =>
    `<div id="top">${menu}</div><div class="content"><h1>${s.title}</h1>${paragraphs(s)}</div><div id="bottom">${footer}</div>`,
  sidebar: (s) =>
    `${header}<div class="row"><div class="col-8 post"><h1>${s.title}</h1>${paragraphs(s)}</div><div class="col-4 sidebar">${teasers}</div></div>${footer}`,
  cookies: (s) =>
    `${cookies}${header}<section class="article-body"><h1>${s.title}</h1>${paragraphs(s)}</section>${footer}`,
  shared: (s) =>
    `${header}<article><h1>${s.title}</h1>${share}<p class="byline">By A. Writer</p>${paragraphs(s)}${share}</article>${teasers}${footer}`,
  comments: (s) =>
    `${header}<article class="entry"><h2>${s.title}</h2>${paragraphs(s)}</article><div id="comments"><h3>Comments</h3>${comments}</div>${footer}`,
  table: (s) =>
    `<table width="100%"><tr><td colspan="2">${menu}</td></tr><tr><td valign="top"><ul>${links(12, 'Link')}</ul></td><td class="text"><h1>${s.title}</h1>${paragraphs(s)}</td></tr><tr><td colspan="2">${footer}</td></tr></table>`,
  inserted: (s) =>
    `${header}<article><h1>${s.title}</h1>${s.paragraphs.map((text, n) => `<p>${text}</p>${n === 1 ? '<div class="ad-banner">Advertisement</div>' : ''}${n === 2 ? `<aside class="related"><ul>${links(4, 'Related')}</ul></aside>` : ''}`).join('')}</article>${footer}`,
  breaks: (s) =>
    `${header}<div class="story"><h1>${s.title}</h1>${s.paragraphs.join('<br><br>')}</div>${footer}`,
  figures: (s) =>
    `${header}<article><h1>${s.title}</h1>${s.paragraphs.map((text) => `<p>${text}</p><figure><img src="a.jpg" alt=""></figure>`).join('')}</article>${footer}`,
  headings: (s) =>
    `${header}<main><h1>${s.title}</h1>${paragraphs(s)}<h2>Newsletter</h2><form><input name="mail"><button>Sign up</button></form></main>${footer}`,
  nested: (s) =>
    `${'<div class="wrap">'.repeat(12)}${menu}<div class="main-content"><h1>${s.title}</h1>${paragraphs(s)}</div>${footer}${'</div>'.repeat(12)}`,
  blog: (s) =>
    `<div id="page"><div id="masthead">${menu}</div><div id="primary"><div class="hentry"><h1 class="entry-title">${s.title}</h1><div class="entry-meta">Posted on Monday</div><div class="entry-content">${paragraphs(s)}</div></div></div><div id="secondary" class="widget-area"><ul>${links(25, 'Archive')}</ul></div>${footer}</div>`,
  docs: (s) =>
    `<div class="layout"><div class="toc"><ul>${links(40, 'Chapter')}</ul></div><div class="doc-content" role="main"><h1>${s.title}</h1>${paragraphs(s)}</div></div>`,
  wiki: (s) =>
    `<div id="mw-panel"><ul>${links(25, 'Tool')}</ul></div><div id="content"><h1>${s.title}</h1><div id="bodyContent">${paragraphs(s)}<div class="catlinks"><a href="/c">Categories</a></div></div></div>${footer}`,
  spans: (s) =>
    `${header}<div class="article__body">${s.paragraphs.map((text) => `<p><span style="font-size:12px">${text}</span></p>`).join('')}</div>${footer}`,
  columns: (s) =>
    `${header}<div class="grid"><div class="story-left">${teasers}</div><div class="story-text"><h1>${s.title}</h1>${paragraphs(s)}</div></div>${footer}`,
  modal: (s) =>
    `<div class="modal hidden" style="display:none">Subscribe to read on</div>${header}<article>${paragraphs(s)}</article>${footer}`,
}

/** Each structure with two stories. */
export const testPages: TestPage[] = Object.entries(structures).flatMap(([name, body], at) =>
  [0, 1].map((n) => {
    const story = stories[(at + n * 2 + (at % 2)) % stories.length]!
    return {
      name: `${name} ${n + 1}`,
      html: page(story.title, body(story)),
      article: [story.title, ...story.paragraphs].join('\n'),
    }
  }),
)

/** Contents of pages without an article. */
const otherContents: Record<string, string> = {
  list: `<ul>${links(60, 'Product')}</ul>`,
  form: '<form><label>Name</label><input><label>Message</label><button>Send</button></form><p>We answer soon.</p>',
  table: `<table>${Array.from({ length: 30 }, (_, n) => `<tr><td>Item ${n}</td><td>${n} €</td></tr>`).join('')}</table>`,
  reviews: Array.from(
    { length: 12 },
    (_, n) => `<div class="review"><b>Reader ${n}</b><p>It is fine, but late.</p></div>`,
  ).join(''),
}

/** Pages without an article, of which everything but header and footer is text. */
export const otherPages = Object.entries(otherContents).map(([name, content]) => ({
  name,
  html: page(name, `${header}${content}${footer}`),
  content,
}))
