import type { Reader } from '#database'
import { PartAnchors } from './anchors.ts'
import { dismissalsIn, Places, pairOf } from './dismissals.ts'
import { type Evidence, evidenceOf, type MatchedText, storableIn } from './evidence.ts'

/** A mention as it is stored. */
export interface DecidedMention {
  trackerId: string
  sourceId: string
  evidence: Evidence
  dismissed: boolean
}

/** Returns the mentions to store of what these trackers find in texts, and which of them are dismissed. */
export async function* decidedIn(
  reader: Reader,
  texts: MatchedText[],
  trackerIds: string[],
): AsyncGenerator<DecidedMention> {
  const sourceIds = texts.map(({ sourceId }) => sourceId)
  const dismissals = await dismissalsIn(reader, sourceIds, trackerIds)
  const undecided = new Map<string, { places: Places; mentions: DecidedMention[] }>()
  let last: { part: unknown; anchors: PartAnchors } | undefined
  for await (const { trackerId, sourceId, part, sentiment, found } of storableIn(reader, texts, trackerIds)) {
    const mention = { trackerId, sourceId, evidence: evidenceOf(part, found, sentiment), dismissed: false }
    const pair = pairOf(mention)
    if (!dismissals.has(pair)) {
      yield mention
      continue
    }
    if (last?.part !== part) last = { part, anchors: new PartAnchors(part) }
    const together = undecided.get(pair) ?? { places: new Places(), mentions: [] }
    undecided.set(pair, together)
    together.places.add(mention.evidence, last.anchors.of(mention.evidence))
    together.mentions.push(mention)
  }
  for (const [pair, { places, mentions }] of undecided) {
    const isDismissed = places.whichAreDismissed(dismissals.get(pair)!)
    for (const mention of mentions) yield { ...mention, dismissed: isDismissed(mention.evidence) }
  }
}
