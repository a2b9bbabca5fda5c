/** Downloads a file created in the browser. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  downloadFrom(url, name)
  URL.revokeObjectURL(url)
}

/** Downloads a file, under the name that the server suggests unless one is given. */
export function downloadFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
