const LARGEST_INT = 2 ** 48

/** Bytes in a row, in a buffer of its own that grows and is used again. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafeSlow(1024)
  #length = 0

  reset(): void {
    this.#length = 0
  }

  /** What was written; the next `reset` gives the bytes away. */
  written(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Bytes that were written. */
  get length(): number {
    return this.#length
  }

  /** Forgets what was written after the first `length` bytes; answers `false`. */
  takeBack(length: number): false {
    this.#length = length
    return false
  }

  byte(value: number): void {
    if (this.#length === this.#buffer.length) this.#reserve(1)
    this.#buffer[this.#length++] = value
  }

  /** Space for `count` bytes, which the caller writes itself from the answered place on. */
  take(count: number): { readonly bytes: Buffer; readonly at: number } {
    this.#reserve(count)
    const at = this.#length
    this.#length += count
    return { bytes: this.#buffer, at }
  }

  /** A whole number from 0 on, seven bits a byte. */
  varint(value: number): void {
    this.#reserve(8)
    let left = value
    while (left >= 0x80) {
      this.#buffer[this.#length++] = (left % 0x80) | 0x80
      left = Math.floor(left / 0x80)
    }
    this.#buffer[this.#length++] = left
  }

  /** Six bytes. */
  moment(value: number): void {
    this.#reserve(6)
    this.#length = this.#buffer.writeUIntLE(value, this.#length, 6)
  }

  float(value: number): void {
    this.#reserve(8)
    this.#length = this.#buffer.writeDoubleLE(value, this.#length)
  }

  utf8(text: string): void {
    const length = Buffer.byteLength(text)
    this.varint(length)
    this.#reserve(length)
    this.#length += this.#buffer.write(text, this.#length)
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#buffer.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length))
    this.#buffer.copy(grown, 0, 0, this.#length)
    this.#buffer = grown
  }
}

/** Whether `moment` can hold it. */
export const isMoment = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < LARGEST_INT

/** Reads what a `ByteWriter` wrote. @throws RangeError beyond the end */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  varint(): number {
    let value = 0
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.byte()
      value += (byte & 0x7f) * unit
      if (byte < 0x80) return value
    }
  }

  moment(): number {
    this.#at += 6
    return this.#bytes.readUIntLE(this.#at - 6, 6)
  }

  float(): number {
    this.#at += 8
    return this.#bytes.readDoubleLE(this.#at - 8)
  }

  utf8(): string {
    const length = this.varint()
    const begin = this.#at
    if (begin + length > this.#bytes.length) throw new RangeError('A text ends beyond the record.')
    this.#at += length
    return this.#bytes.toString('utf8', begin, this.#at)
  }
}
