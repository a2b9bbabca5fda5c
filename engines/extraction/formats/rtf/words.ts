/** Groups without words of the text. Unknown ones that begin with `\*` have none, either. */
export const skippedGroups = new Set(
  `colortbl info pict header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ftncn aftnsep
  aftnsepc aftncn objdata objclass nonshppict shprslt sp fldinst xe tc rxe txe template pgdsctbl private nonesttables
  filetbl`.split(/\s+/),
)

/** Characters that have a word of their own. */
export const characters: Record<string, string> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: '\u2003',
  enspace: '\u2002',
  zwj: '\u200d',
  zwnj: '\u200c',
  ltrmark: '\u200e',
  rtlmark: '\u200f',
  '~': '\u00a0',
  _: '\u2011',
  '\\': '\\',
  '{': '{',
  '}': '}',
}

/** Groups that begin with `\*` but have words of the text, or properties of its tables. */
export const optionalGroups = new Set(['ud', 'nesttableprops'])

/** Words that end a line, paragraph, cell or row; a backslash before the end of a line does, too. */
export const breaks = new Set([
  'line',
  'par',
  'sect',
  'page',
  'column',
  'cell',
  'nestcell',
  'row',
  'nestrow',
  '\n',
  '\r',
])
