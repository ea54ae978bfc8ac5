/**
 * A DER element. This reader supports only what certificates and public keys need: one encoding per
 * value, nothing left over.
 */
export interface DerElement {
  readonly tag: number
  readonly content: Uint8Array<ArrayBuffer>
  /** The element with its tag and length. */
  readonly encoded: Uint8Array<ArrayBuffer>
}

export const DER = {
  integer: 0x02,
  bitString: 0x03,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  explicit0: 0xa0,
} as const

/** The elements that fill `bytes` exactly, or null. */
export function readDer(bytes: Uint8Array<ArrayBuffer>): DerElement[] | null {
  const elements: DerElement[] = []
  for (let offset = 0; offset < bytes.length;) {
    const element = readElement(bytes, offset)
    if (!element) return null
    elements.push(element)
    offset += element.encoded.length
  }
  return elements
}

/** The children of a sequence that fills `bytes` exactly, or null. */
export function readSequence(bytes: Uint8Array<ArrayBuffer>): DerElement[] | null {
  const elements = readDer(bytes)
  const [sequence] = elements ?? []
  return elements?.length === 1 && sequence?.tag === DER.sequence ? readDer(sequence.content) : null
}

function readElement(bytes: Uint8Array<ArrayBuffer>, offset: number): DerElement | null {
  const tag = bytes[offset]
  const first = bytes[offset + 1]
  // Multi-byte tags do not occur in certificates and keys.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  // 0x80 is BER's indefinite length; more than three length bytes would mean over 16 MB.
  if (first === 0x80 || lengthBytes > 3) return null
  const start = offset + 2 + lengthBytes
  const length =
    lengthBytes === 0 ? first : readLength(bytes.subarray(offset + 2, start), lengthBytes)
  if (length === null || start + length > bytes.length) return null
  return {
    tag,
    content: bytes.subarray(start, start + length),
    encoded: bytes.subarray(offset, start + length),
  }
}

/** Reads a long-form length; DER requires the shortest form. */
function readLength(bytes: Uint8Array, expected: number): number | null {
  if (bytes.length !== expected || bytes[0] === 0) return null
  const length = bytes.reduce((value, byte) => value * 256 + byte, 0)
  return length < 0x80 ? null : length
}
