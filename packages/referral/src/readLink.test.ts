import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readLink } from './readLink.ts'
import { REFERRAL_FIELDS } from './referralCodes.ts'
import { pathOf } from './referralConfig.ts'

const codesOf = (query: string) => readLink(`https://x.example/de/join?${query}`)?.codes

describe('readLink', () => {
  it('reads the codes, origin and path of a link (R1, R6)', () => {
    expect(
      readLink('https://x.example/de/join?channelCode=c1&vipCode=v1&utm=2#top?actCode=no'),
    ).toEqual({
      codes: { channelCode: 'c1', vipCode: 'v1' },
      currentLink: 'https://x.example/de/join',
      path: '/de/join',
    })
  })

  it('reads the first of repeated parameters (R1)', () => {
    expect(codesOf('actCode=one&actCode=two')).toEqual({ actCode: 'one' })
    expect(codesOf('actCode=!&actCode=two')).toBeUndefined()
  })

  it('takes other parameter names (R1)', () => {
    const href = 'https://x.example/?ref=c1&vip=v1&actCode=a1'
    expect(readLink(href, { channelCode: 'ref', vipCode: 'vip' })?.codes).toEqual({
      channelCode: 'c1',
      vipCode: 'v1',
      actCode: 'a1',
    })
    expect(readLink(href)?.codes).toEqual({ actCode: 'a1' })
  })

  it('reads past a question mark inside the query (R1)', () => {
    expect(codesOf('next=/spot?a=1&actCode=a1')).toEqual({ actCode: 'a1' })
  })

  it.each([
    ['javascript:alert(1)?actCode=a'],
    ['data:text/html,x?actCode=a'],
    ['file:///join?actCode=a'],
    ['blob:https://x.example/1?actCode=a'],
  ])('takes no link without a web origin (%j) (R6)', (href) => {
    expect(readLink(href)).toBeUndefined()
  })

  it('cuts the link at 512 characters (R6)', () => {
    const link = readLink(`https://x.example/${'p'.repeat(600)}?actCode=a`)
    expect(link?.currentLink).toHaveLength(512)
    expect(link?.currentLink.startsWith('https://x.example/ppp')).toBe(true)
  })

  it.each([
    [''],
    ['?actCode=a'],
    ['/join?actCode=a'],
    ['https://'],
    ['https://x.example/join'],
    ['https://x.example/?'],
    ['https://x.example/?actCode='],
    ['https://[?actCode=a'],
  ])('finds nothing in %j (R13)', (href) => {
    expect(readLink(href)).toBeUndefined()
  })

  it('ignores broken percent codes and reads the rest (R13)', () => {
    expect(codesOf('actCode=%E0%A4%A&groupId=%&clacCode=%zz&commonCode=ok')).toEqual({
      commonCode: 'ok',
    })
  })

  it('treats __proto__ and constructor as ordinary parameters (R13)', () => {
    expect(codesOf('__proto__=x&constructor=y&toString=z')).toBeUndefined()
    expect(codesOf('__proto__[actCode]=x&actCode=real')).toEqual({ actCode: 'real' })
    expect(({} as Record<string, unknown>)['actCode']).toBeUndefined()
  })

  it('reads 10,000 parameters, at most the first 64 KB (R13)', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `p${n}=1`).join('&')
    expect(codesOf(`actCode=a&${many}`)).toEqual({ actCode: 'a' })
    expect(codesOf(`${'x'.repeat(1_000_000)}&actCode=a`)).toBeUndefined()
    expect(codesOf(`actCode=a&${'x'.repeat(1_000_000)}`)).toEqual({ actCode: 'a' })
  })

  it('searches a query once per field (R13)', () => {
    const get = vi.spyOn(URLSearchParams.prototype, 'get')
    try {
      codesOf('a=%41&'.repeat(65_536 / 6))
      expect(get.mock.calls).toEqual(REFERRAL_FIELDS.map((field) => [field]))
    } finally {
      get.mockRestore()
    }
  })

  it('cuts the query before parsing it (R13)', () => {
    const read: string[] = []
    class Watched extends URLSearchParams {
      constructor(init?: string) {
        super(init)
        read.push(String(init))
      }
    }
    vi.stubGlobal('URLSearchParams', Watched)
    try {
      codesOf(`actCode=a&${'x'.repeat(1_000_000)}`)
    } finally {
      vi.unstubAllGlobals()
    }
    expect(read.map(({ length }) => length)).toEqual([65_536])
  })

  it('compares the path of a link with a million slashes (R13)', () => {
    const link = readLink(`https://x.example/${'/'.repeat(1_000_000)}x?actCode=a`)
    // A search for slashes at the end from every slash on would take minutes, and the test its time
    // limit.
    expect(pathOf(link?.path ?? '')).toHaveLength(1_000_002)
  })

  it('never throws on any address (R13)', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true }),
      fc.string().map((text) => `https://x.example/?actCode=${text}`),
    )
    fc.assert(
      fc.property(hostile, (href) => {
        const link = readLink(href)
        if (link) expect(link.currentLink.length).toBeLessThanOrEqual(512)
      }),
    )
  })
})
