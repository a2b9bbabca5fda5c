// Filters the contents by what is typed: `/` goes to the field, Enter to the first call that fits, Escape clears.
// And a button at each example copies it.
for (const filter of document.querySelectorAll('.filter')) {
  const [field, said] = filter.children
  const calls = [...filter.parentElement.querySelectorAll('[data-words]')]
  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/)
    for (const call of calls) call.hidden = !words.every((word) => call.dataset.words.includes(word))
    const shown = calls.filter((call) => !call.hidden)
    for (const part of filter.parentElement.querySelectorAll('.calls'))
      part.parentElement.hidden = !shown.some((call) => part.contains(call))
    said.textContent = field.value.trim() && `${shown.length} of ${calls.length} calls`
    return shown
  }
  field.addEventListener('input', show)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') field.value = ''
    const [first] = show()
    if (event.key === 'Enter') first?.querySelector('a').click()
  })
  filter.hidden = false
}

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return
  const field = [...document.querySelectorAll('.filter input')].find((each) => each.checkVisibility())
  if (field) event.preventDefault()
  field?.select()
})

for (const heading of navigator.clipboard ? document.querySelectorAll('.examples h4') : []) {
  const button = document.createElement('button')
  button.className = 'copy'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', `Copy the example: ${heading.textContent}`)
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(heading.nextElementSibling.textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  heading.append(button)
}
