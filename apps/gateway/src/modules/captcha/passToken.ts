import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What a solved challenge passes to the page; the names are those of the provider whose shape it
 * has.
 */
export interface PassFields {
  readonly captcha_id: string
  readonly lot_number: string
  readonly captcha_output: string
  /** Seconds since the epoch, decimal. */
  readonly gen_time: string
}

export interface Pass extends PassFields {
  readonly pass_token: string
}

const NAMES = ['captcha_id', 'lot_number', 'captcha_output', 'gen_time'] as const

/**
 * HMAC-SHA256 over the fields, each behind its length, so that no two lists of fields read the
 * same.
 */
export function passTokenOf(fields: PassFields, secret: Buffer): string {
  const mac = createHmac('sha256', secret)
  for (const name of NAMES) {
    const bytes = Buffer.from(fields[name], 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    mac.update(length).update(bytes)
  }
  return mac.digest('hex')
}

export function isPass(value: unknown): value is Pass {
  const fields = value as Partial<Record<string, unknown>> | null
  return (
    typeof fields === 'object' &&
    fields !== null &&
    [...NAMES, 'pass_token'].every(
      (name) => typeof fields[name] === 'string' && fields[name].length <= 256,
    )
  )
}

export function isAuthentic(pass: Pass, secret: Buffer): boolean {
  const expected = Buffer.from(passTokenOf(pass, secret))
  const given = Buffer.from(pass.pass_token)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
