/** Encodings of the character sets of fonts (RTF specification 1.9.1, `\fcharset`) that are not the document's. */
const ofCharset: Record<number, string> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

/** Encodings of Windows' code pages (`\ansicpg`) that are not called `windows-` and their number. */
const ofCodePage: Record<number, string> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
}

/** The encodings of the bytes in a document: its own, and those of its fonts. */
export class CodePages {
  readonly #fonts = new Map<number, string>()
  readonly #decoders = new Map<string, TextDecoder>()
  #usual = 'windows-1252'

  setCodePage(number: number): void {
    if (number in ofCodePage) this.#usual = ofCodePage[number]!
    else if (number >= 1250 && number <= 1258) this.#usual = `windows-${number}`
  }

  setMacintosh(): void {
    this.#usual = 'macintosh'
  }

  setCharset(font: number, charset: number): void {
    const encoding = ofCharset[charset]
    if (encoding) this.#fonts.set(font, encoding)
  }

  decode(bytes: Uint8Array, font: number): string {
    const encoding = this.#fonts.get(font) ?? this.#usual
    let decoder = this.#decoders.get(encoding)
    if (!decoder) {
      decoder = new TextDecoder(encoding)
      this.#decoders.set(encoding, decoder)
    }
    return decoder.decode(bytes)
  }
}
