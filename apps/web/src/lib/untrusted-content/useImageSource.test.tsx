import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createStore } from '@x/kit'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { ServicesContext } from '../services/servicesContext.ts'
import type { Services } from '../../app/services/createServices.ts'
import type { ImageDomainState } from '../image-domain/createImageDomain.ts'
import { useImageSource } from './useImageSource.ts'

afterEach(cleanup)

const FAST_UPDATES = 'https://img.example'

function Picture({ address }: { address: string }) {
  const { isMissing, ...source } = useImageSource(address)
  return <img alt={isMissing ? 'missing' : 'A chart'} {...source} />
}

function show(address: string, { origin = FAST_UPDATES, own = '' } = {}) {
  const state = createStore<ImageDomainState>({ status: 'settled', origin })
  const failed: string[] = []
  const services = {
    config: { gatewayOrigin: own },
    imageDomain: { ...state, failed: (which: string) => void failed.push(which) },
  } as unknown as Services
  render(
    <ServicesContext value={services}>
      <Picture address={address} />
    </ServicesContext>,
    { wrapper: StrictMode },
  )
  const image = screen.getByRole('img')
  return { image, failed, state, src: () => image.getAttribute('src') }
}

describe('an image of the own origin', () => {
  it('comes from the fastest domain (spec 7.8)', () => {
    expect(show('/static/a.png').src()).toBe(`${FAST_UPDATES}/static/a.png`)
  })

  it('keeps a displayed image when a speed test ends', () => {
    const { src, state } = show('/a.png', { origin: '' })
    state.setState({ status: 'settled', origin: FAST_UPDATES })
    expect(src()).toBe('/a.png')
  })

  it('falls back to the page’s origin and reports the domain', () => {
    const { image, src, failed } = show('/a.png')
    fireEvent.error(image)
    expect([src(), failed]).toEqual(['/a.png', []])
    fireEvent.load(image)
    fireEvent.load(image)
    expect(failed).toEqual([FAST_UPDATES])
  })

  it('blames no domain for an image missing everywhere', () => {
    const { image, src, failed } = show('/gone.png')
    fireEvent.error(image)
    expect(image.getAttribute('alt')).toBe('A chart')
    fireEvent.error(image)
    expect([src(), failed]).toEqual(['/gone.png', []])
    expect(image.getAttribute('alt')).toBe('missing')
  })

  it('falls back to the gateway’s origin where that is another one', () => {
    const { image, src } = show('/a.png', { own: 'https://gateway.example' })
    fireEvent.error(image)
    expect(src()).toBe('https://gateway.example/a.png')
  })

  it('reports nothing for an image that loads', () => {
    const { image, failed } = show('/a.png')
    fireEvent.load(image)
    expect(failed).toEqual([])
  })
})

describe('an image that names its place', () => {
  it('comes from there, and never elsewhere', () => {
    const { image, src, failed } = show('https://other.example/a.png')
    fireEvent.error(image)
    fireEvent.load(image)
    expect([src(), failed]).toEqual(['https://other.example/a.png', []])
  })
})
