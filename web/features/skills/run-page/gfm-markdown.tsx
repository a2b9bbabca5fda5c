// Separate because few documents need remark-gfm, so it is loaded with one that does.
import Markdown, { type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'

const plugins = [remarkGfm]

/** Markdown with GitHub's additions, for the few documents that use them. */
export default function GfmMarkdown(props: Options) {
  return <Markdown remarkPlugins={plugins} {...props} />
}
