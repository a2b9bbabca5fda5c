import type { Plugin, Rolldown } from 'vite'
import { accent, colorSchemeKey, dark, gray } from '../app/colors.ts'
import { headings } from '../headings.ts'

type Bundle = Rolldown.OutputBundle

/**
 * Draws a frame in the HTML, which is visible while the page still loads its code and asks for the session, and loads what
 * all pages in that frame need. Of the two documents, `shell.html` is for pages in the shell, `index.html` for the others.
 */
export function frames(): Plugin {
  return {
    name: 'frames',
    apply: 'build',
    generateBundle: {
      // Runs after Vite has written the HTML.
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('The build has no index.html')
        const html = String(index.source)
        const source = documentOf(html, shell, filesOf(bundle, '/app/shell.tsx'), [askForSession])
        this.emitFile({ type: 'asset', fileName: 'shell.html', source })
        index.source = documentOf(html, threshold)
      },
    },
  }
}

/** Returns the files of a module and of all that it imports. */
function filesOf(bundle: Bundle, module: string): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const files = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  add(chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module))))
  return files
}

/** Only for pages that ask first of all: later, the browser would still use this response, and it might be outdated. */
const askForSession = '<link rel="preload" as="fetch" crossorigin href="/api/auth/get-session">'

const nonce = 'nonce="__CSP_NONCE__"'

function documentOf(html: string, frame: string, files = new Set<string>(), requests: string[] = []): string {
  const [styleSheet = ''] = /<link rel="stylesheet".*>/.exec(html) ?? []
  const links = [...files]
    .filter((file) => !html.includes(file))
    .map((file) => {
      const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
      return `<link rel="${rel}" crossorigin href="/${file}">`
    })
  const isStyleSheet = (link: string) => link.includes('"stylesheet"')
  const early = [
    `<style ${nonce}>${compact(styles)}</style>`,
    `<script ${nonce}>${applyScheme}</script>`,
    ...requests,
    ...links.filter((link) => !isStyleSheet(link)),
  ]
  return html.replace(styleSheet, early.join('\n    ')).replace(
    '<div id="root">',
    // Nothing above a style sheet waits for it, but scripts do.
    [compact(frame), styleSheet, ...links.filter(isStyleSheet), '<div id="root">'].join('\n    '),
  )
}

const compact = (text: string) => text.trim().replace(/\n\s*/g, '')

/** Applies the chosen color scheme before anything is drawn. */
const applyScheme = `try{const s=localStorage.getItem('${colorSchemeKey}');if(s==='light'||s==='dark')document.documentElement.dataset.mantineColorScheme=s}catch{}`

/** Writes the heading of the page into the frame, where it is known. */
const writeHeading = `{const h=${JSON.stringify(headings)}[location.pathname];for(const k in h){const e=document.createElement('div');e.className=k;e.textContent=h[k];document.querySelector('.frame .'+k).replaceWith(e)}}`

const font = `system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif`
const wide = '@media (min-width:48em)'
const rail = '@media (min-width:48em) and (max-width:68.74em)'

/** Without Mantine's variables, which scripts define. A page covers the frame by its main part, or a report of its failure. */
const styles = `
:root{color-scheme:light dark}
:root[data-mantine-color-scheme=light]{color-scheme:light}
:root[data-mantine-color-scheme=dark]{color-scheme:dark}
.frame{position:fixed;inset:0;z-index:1;background:light-dark(#fff,${dark[7]})}
body:has(#root :is(main>:not(:empty),[role=alert]))>.frame{display:none}
.frame *{box-sizing:border-box}
.frame svg{display:block;flex:none}
.frame .mark{fill:light-dark(${accent[6]},${accent[5]})}
.frame i{display:block;height:10px;border-radius:4px;background:light-dark(${gray[2]},${dark[5]})}
.frame aside{display:none;position:absolute;inset:0 auto 0 0;width:232px;padding:18px 20px;background:light-dark(${gray[0]},${dark[8]});border-inline-end:1px solid light-dark(${gray[2]},${dark[5]})}
.frame aside i{width:96px;margin-top:24px}
.frame header{display:flex;align-items:center;gap:8px;height:56px;padding:0 16px;border-bottom:1px solid light-dark(${gray[2]},${dark[5]});color:light-dark(${gray[6]},${dark[2]});font:14px/1.45 ${font}}
.frame header svg{stroke:currentColor;stroke-width:2;fill:none}
.frame header .burger{margin:0 13px 0 1px;color:light-dark(${gray[9]},#fff)}
.frame header i{width:30px;height:30px;margin-inline-start:auto;border-radius:50%}
.frame section{max-width:64rem;margin:auto;padding:20px 16px;-webkit-font-smoothing:antialiased}
.frame i.title{width:40%;height:24px;margin-top:6px}
.frame div.title{font:600 24px/1.3 ${font};color:light-dark(${gray[9]},${dark[0]})}
.frame i.description{width:65%;margin:14px 0 32px}
.frame div.description{max-width:68ch;margin:6px 0 20px;font:14px/1.45 ${font};color:light-dark(${gray[6]},${dark[2]});text-wrap:pretty}
.frame i.field{height:36px;margin-top:24px}
.frame:has(.threshold){display:flex;flex-direction:column;box-sizing:border-box;min-height:100dvh;padding:32px 20px 12vh}
.frame .threshold{width:100%;max-width:22.5rem;min-height:20rem;margin:auto}
.frame .threshold .title{margin:24px 0 32px}
${wide}{.frame aside{display:block}.frame .burger{display:none}.frame header{padding:0 0 1px;border:0}.frame .main{margin-left:232px;padding:0 32px}.frame section{padding:24px 0}}
${rail}{.frame aside{width:60px;padding:18px}.frame aside i{width:24px}.frame .main{margin-left:60px}}
noscript{position:relative;z-index:2}
`

const mark = (size: number) =>
  `<svg class="mark" width="${size}" height="${size}" viewBox="0 0 32 32"><rect width="32" height="32" rx="8"/><path fill="#fff" d="M6 20 16 9l10 11-10-4.5z"/></svg>`

const bones = (count: number, kind = '') => `<i class="${kind}"></i>`.repeat(count)

const shell = `
<div class="frame" aria-hidden="true">
  <aside>${mark(24)}${bones(8)}</aside>
  <div class="main"><header>
    <svg class="burger" width="18" height="18" viewBox="0 0 18 18"><path d="M0 3h18M0 9h18M0 15h18"/></svg>
    <svg width="16" height="16" viewBox="0 0 24 24"><path d="M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M21 21l-6-6"/></svg>
    <span>Search…</span>
    ${bones(1)}
  </header>
  <section>${bones(1, 'title')}${bones(1, 'description')}${bones(3, 'field')}</section></div>
</div>
<script ${nonce}>${writeHeading}</script>
`

const threshold = `
<div class="frame" aria-hidden="true">
  <div class="threshold">${mark(28)}${bones(1, 'title')}${bones(3, 'field')}</div>
</div>
`
