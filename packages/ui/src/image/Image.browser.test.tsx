import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from '../button/Button.tsx'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { Image } from './Image.tsx'

afterEach(clearStage)

const picture = (colour: string) =>
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">' +
  `<rect width="8" height="8" fill="${colour}"/></svg>`
const BROKEN = 'data:image/png;base64,AAAA'
const allow = (src: string) => (src.startsWith('data:image/') ? src : '')
const status = () => document.querySelector<HTMLElement>('[data-x-part=image]')?.dataset['status']
const box = () => document.querySelector('[data-x-part=image]')?.getBoundingClientRect()

describe('Image (U20)', () => {
  it('keeps its size whether it loads or fails (U20.20)', async () => {
    stage(<Image src={picture('red')} alt="Bitcoin" allow={allow} width={48} height={32} />)
    await expect.poll(status).toBe('loaded')
    expect([box()?.width, box()?.height]).toEqual([48, 32])
    await expect.element(page.getByRole('img', { name: 'Bitcoin' })).toBeVisible()
    stage(<Image src={BROKEN} alt="Bitcoin" allow={allow} width={48} height={32} />)
    await expect.poll(status).toBe('error')
    expect([box()?.width, box()?.height]).toEqual([48, 32])
  })

  it('shows a placeholder with the name after a failure (U20.21, spec 5.12)', async () => {
    stage(<Image src={BROKEN} alt="Dogecoin" allow={allow} width={32} height={32} fallback="D" />)
    await expect.poll(status).toBe('error')
    await expect.element(page.getByRole('img', { name: 'Dogecoin' })).toHaveTextContent('D')
    expect(document.querySelector('img')).toBeNull()
  })

  it('never requests a refused source (U20.22)', async () => {
    stage(
      <Image src="https://example.org/tracker.png" alt="" allow={allow} width={32} height={32} />,
    )
    await expect.poll(status).toBe('error')
    expect(document.querySelector('img')).toBeNull()
    await expect
      .poll(() => document.querySelector('[data-x-part=image] [aria-hidden=true]'))
      .not.toBeNull()
  })

  it('starts again with another source, also after a failure (U20.23)', async () => {
    const sources = [BROKEN, picture('green'), 'javascript:alert(1)']
    function Turning() {
      const [at, setAt] = useState(0)
      return (
        <>
          <Image
            src={sources[at] ?? ''}
            alt="Coin"
            allow={allow}
            width={32}
            height={32}
            lazy={false}
          />
          <Button onClick={() => setAt(at + 1)}>Next</Button>
        </>
      )
    }
    stage(<Turning />)
    await expect.poll(status).toBe('error')
    await userEvent.click(page.getByRole('button', { name: 'Next' }))
    await expect.poll(status).toBe('loaded')
    await userEvent.click(page.getByRole('button', { name: 'Next' }))
    await expect.poll(status).toBe('error')
  })

  it('sends no referrer (U20.24)', async () => {
    stage(<Image src={picture('red')} alt="Bitcoin" allow={allow} width={48} height={32} />)
    await expect.poll(status).toBe('loaded')
    const image = document.querySelector('img')
    expect([image?.referrerPolicy, image?.loading, image?.decoding]).toEqual([
      'no-referrer',
      'lazy',
      'async',
    ])
  })
})
