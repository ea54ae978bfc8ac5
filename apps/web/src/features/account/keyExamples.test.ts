import { describe, expect, it } from 'vitest'
import { keyExamples } from './keyExamples.ts'

const KEY = { origin: 'https://api.example.com', apiKey: 'key-1', secret: 'c2VjcmV0' }

describe('examples with a key filled in (products 6)', () => {
  it('call the gateway of the key, with key and secret', () => {
    const examples = keyExamples(KEY)
    expect(examples.map(({ name }) => name)).toEqual(['curl', 'ccxt'])
    for (const { text } of examples) {
      expect(text).toContain('https://api.example.com/api/v3')
      expect(text).toContain('key-1')
      expect(text).toContain('c2VjcmV0')
    }
  })

  it('leave out what needs a secret that only its owner has', () => {
    const examples = keyExamples({ ...KEY, secret: undefined })
    expect(examples.map(({ name }) => name)).toEqual(['ccxt'])
    expect(examples[0]?.text).toContain("secret: 'your private key'")
  })

  it('sign exactly the query that curl sends', () => {
    const [curl] = keyExamples(KEY)
    const [query = '', sign = '', call = ''] = curl?.text.split('\n') ?? []
    expect(query).toMatch(/^Q="timestamp=/)
    expect(sign).toContain('printf %s "$Q"')
    expect(call).toContain('?$Q&signature=$S"')
  })
})
