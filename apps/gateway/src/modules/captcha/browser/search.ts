export interface Task {
  readonly parameters: {
    readonly nonce: string
    readonly salt: string
    readonly cost: number
    readonly keyLength: number
    readonly keyPrefix: string
  }
  readonly start: number
  readonly step: number
}

export interface Found {
  readonly counter: number
  readonly derivedKey: string
}

const REPORT_EVERY = 20

/**
 * Tries start, start + step, … until PBKDF2 of nonce and counter begins with the wanted prefix.
 * `report` hears of every twenty tries and may throw to end it.
 */
export async function search(
  { parameters, start, step }: Task,
  report: (tries: number) => void,
): Promise<Found> {
  const nonce = fromHex(parameters.nonce)
  const salt = fromHex(parameters.salt)
  const password = new Uint8Array(nonce.length + 4)
  password.set(nonce)
  const view = new DataView(password.buffer)
  let sinceReport = 0
  for (let counter = start; ; counter += step) {
    view.setUint32(nonce.length, counter, false)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const bits = await crypto.subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: parameters.cost },
      key,
      parameters.keyLength * 8,
    )
    const derivedKey = toHex(new Uint8Array(bits))
    if (derivedKey.startsWith(parameters.keyPrefix)) return { counter, derivedKey }
    sinceReport += 1
    if (sinceReport === REPORT_EVERY) {
      report(sinceReport)
      sinceReport = 0
    }
  }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
