import { describe, expect, it } from 'vitest'
import { candidateOrigins, MOST_CANDIDATES } from './candidates.ts'

describe('the candidates of the speed test', () => {
  it('are the https origins of the configuration, each once, in its order (spec 7.8)', () => {
    expect(
      candidateOrigins([
        'https://img2.example',
        ' https://img1.example/ ',
        'https://IMG2.example:443',
      ]),
    ).toEqual(['https://img2.example', 'https://img1.example'])
  })

  it.each(['http://localhost:8081', 'http://127.0.0.1:9000', 'http://[::1]:9000'])(
    'may be %s, where development happens',
    (origin) => {
      expect(candidateOrigins([origin])).toEqual([origin])
    },
  )

  it.each([
    'http://img.example',
    'ftp://img.example',
    'javascript:alert(1)',
    '//img.example',
    'img.example',
    'https://user:pw@img.example',
    'https://img.example/path',
    'https://img.example/?q',
    'https://img.example/#f',
    '',
  ])('are not %j', (text) => {
    expect(candidateOrigins([text])).toEqual([])
  })

  it('are not more than are worth asking', () => {
    expect(
      candidateOrigins(Array.from({ length: 40 }, (_, n) => `https://img${n}.example`)),
    ).toHaveLength(MOST_CANDIDATES)
  })
})
