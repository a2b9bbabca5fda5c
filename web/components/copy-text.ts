/**
 * Copies text. Over plain HTTP from another machine browsers offer no clipboard; there the copy command is asked for
 * and given the text.
 * @returns whether it worked
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const give = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    document.addEventListener('copy', give, { once: true })
    const copied = document.execCommand('copy')
    document.removeEventListener('copy', give)
    return copied
  }
}
