import { describe, expect, it } from 'vitest'
import { addressAt } from './addressAt.ts'

describe('the address of an image at a domain', () => {
  it.each([
    ['/static/coin/btc.png', 'https://img.example/static/coin/btc.png'],
    ['/a.png?v=2', 'https://img.example/a.png?v=2'],
    ['https://other.example/a.png', 'https://other.example/a.png'],
    ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
    ['../../features/image-domain/a.png', '../../features/image-domain/a.png'],
    ['//other.example/a.png', '//other.example/a.png'],
    ['/\\other.example/a.png', '/\\other.example/a.png'],
  ])('moves %s to the domain: %s', (address, expected) => {
    expect(addressAt(address, { origin: 'https://img.example' })).toBe(expected)
  })

  it('is the path itself at the own origin', () => {
    expect(addressAt('/a.png', { origin: '' })).toBe('/a.png')
  })
})
