import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Sha256 } from '#contract'

/** In JavaScript, because Web Crypto is missing on pages served over plain HTTP from another machine. */
export const sha256: Sha256 = (text) => bytesToHex(hash(utf8ToBytes(text)))
