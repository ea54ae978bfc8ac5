import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCookieStorage } from './createCookieStorage.ts'

/** A document that records what is written to `cookie`. */
function stubDocument({ protocol = 'https:', cookie = '' } = {}): string[] {
  const written: string[] = []
  const document = {
    get cookie() {
      return cookie
    },
    set cookie(header: string) {
      written.push(header)
    },
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol })
  return written
}

afterEach(() => void vi.unstubAllGlobals())

describe('createCookieStorage', () => {
  it('writes a cookie of the host for 365 days, Secure on https (spec 9.2)', () => {
    const written = stubDocument()
    createCookieStorage().set('theme', 'black')
    expect(written).toEqual(['theme=black; Max-Age=31536000; Path=/; Secure; SameSite=Lax'])
  })

  it('leaves Secure out on http', () => {
    const written = stubDocument({ protocol: 'http:' })
    createCookieStorage().set('theme', 'black')
    expect(written).toEqual(['theme=black; Max-Age=31536000; Path=/; SameSite=Lax'])
  })

  it('takes a life of 604,800 s, and every other attribute, as options (D13)', () => {
    const written = stubDocument({ protocol: 'http:' })
    createCookieStorage({
      maxAgeSeconds: 604_800,
      path: '/app',
      domain: 'example.com',
      sameSite: 'strict',
      secure: true,
    }).set('dy_token', 'a')
    expect(written).toEqual([
      'dy_token=a; Max-Age=604800; Domain=example.com; Path=/app; Secure; SameSite=Strict',
    ])
  })

  it('removes by an expired empty cookie of the same path', () => {
    const written = stubDocument()
    createCookieStorage({ path: '/app' }).remove('theme')
    expect(written).toEqual(['theme=; Max-Age=0; Path=/app; Secure; SameSite=Lax'])
  })

  it('reads the cookies of the page, decoded', () => {
    stubDocument({ cookie: 'theme=black; note=a%20b%3B; empty=; broken=%E0%A4%A' })
    const storage = createCookieStorage()
    expect([
      storage.get('theme'),
      storage.get('note'),
      storage.get('empty'),
      storage.get('broken'),
      storage.get('absent'),
    ]).toEqual(['black', 'a b;', '', '%E0%A4%A', null])
    expect(storage.keys()).toEqual(['theme', 'note', 'empty', 'broken'])
  })

  it.each(['__proto__', 'constructor', 'toString'])('knows no inherited cookie %s', (name) => {
    stubDocument({ cookie: 'a=1' })
    expect(createCookieStorage().get(name)).toBeNull()
  })

  it('does not write a cookie over 3,800 bytes (D13)', () => {
    const written = stubDocument()
    const storage = createCookieStorage()
    storage.set('k', 'x'.repeat(3798))
    expect(() => storage.set('k', 'x'.repeat(3799))).toThrow(
      expect.objectContaining({ code: 'too-large', detail: { driver: 'cookie', bytes: 3801 } }),
    )
    expect(written).toHaveLength(1)
  })

  it('counts bytes as sent: a euro sign is nine (D13)', () => {
    const written = stubDocument()
    const storage = createCookieStorage({ maxBytes: 20 })
    storage.set('k', '€€')
    expect(() => storage.set('k', '€€1')).toThrow(expect.objectContaining({ code: 'too-large' }))
    expect(written).toEqual([
      'k=%E2%82%AC%E2%82%AC; Max-Age=31536000; Path=/; Secure; SameSite=Lax',
    ])
  })

  it.each(['a=b', 'a;b', 'a b', '', 'é', 'a\nb'])('rejects %j as a name', (name) => {
    const written = stubDocument()
    expect(() => createCookieStorage().set(name, 'x')).toThrow(
      expect.objectContaining({ code: 'invalid-key' }),
    )
    expect(written).toEqual([])
  })

  it('throws a typed error where cookies are denied, and reads as empty', () => {
    vi.stubGlobal('document', {
      get cookie(): string {
        throw new DOMException('', 'SecurityError')
      },
      set cookie(_header: string) {
        throw new DOMException('', 'SecurityError')
      },
    })
    const storage = createCookieStorage()
    expect(() => storage.set('a', '1')).toThrow(expect.objectContaining({ code: 'denied' }))
    expect([storage.get('a'), storage.keys()]).toEqual([null, []])
  })

  it('does not report changes by other tabs', () => {
    stubDocument()
    expect(createCookieStorage().subscribe(() => expect.unreachable())()).toBeUndefined()
  })
})
