import { readText, understood } from '#engines/extraction'
import { partsOf, recognizeLanguage } from '#engines/language'
import { serve } from '#processes'
import type { Answer, Task } from './messages.ts'

// A process that reads untrusted files: one at a time from standard input, with results on standard output.

await serve(async ({ head, body }, sendAny) => {
  const send = (answer: Answer) => sendAny(answer)
  const { limits, ...statements } = head as Task
  try {
    const { text, segments, ...recognized } = await readText({ ...statements, bytes: body }, limits)
    // Returns the memory of the file.
    body.buffer.transfer(0)
    const evidence = await recognizeLanguage(text)
    await send({ answer: 'text', ...recognized, ...evidence, textChars: text.length })
    for (const part of partsOf(text, segments)) await send({ answer: 'part', part })
    await send({ answer: 'end', memory: process.memoryUsage.rss() })
  } catch (error) {
    const { code, message } = understood(error)
    await send({ answer: 'failed', code, message, memory: process.memoryUsage.rss() })
  }
})
