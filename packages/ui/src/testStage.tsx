import { StrictMode, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { UiProvider } from './provider/UiProvider.tsx'
import { loadUiStrings } from './strings/loadUiStrings.ts'
import type { UiStrings } from './strings/UiStrings.ts'
import './styles/tokens.css'
import './styles/base.css'

export interface StageOptions {
  readonly theme?: 'dark' | 'light'
  readonly direction?: 'ltr' | 'rtl'
  /**
   * By default the language that is written in the direction. `en-Arab` has the words of English
   * and the direction of Arabic.
   */
  readonly language?: 'en' | 'ar' | 'en-Arab'
  /** Texts of another language than these two. */
  readonly strings?: Partial<UiStrings>
}

const arabic = await loadUiStrings('ar')
let root: Root | undefined

/**
 * Puts widgets on the page of a browser test, in StrictMode, with the tokens and the direction of a
 * real page.
 */
export function stage(
  children: ReactNode,
  {
    theme = 'dark',
    direction = 'ltr',
    language = direction === 'rtl' ? 'ar' : 'en',
    strings = language === 'ar' ? arabic : {},
  }: StageOptions = {},
): void {
  clearStage()
  const page = document.documentElement
  page.dataset['theme'] = theme
  page.dir = direction
  page.lang = language
  const host = document.createElement('main')
  document.body.append(host)
  const drawing = createRoot(host)
  root = drawing
  // Drawn at once: whoever waits for the first sight of it would wait by intervals.
  flushSync(() =>
    drawing.render(
      <StrictMode>
        <UiProvider language={page.lang} strings={strings}>
          {children}
        </UiProvider>
      </StrictMode>,
    ),
  )
}

export function clearStage(): void {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
}

/** Two frames: after them effects have run and animations have begun. */
export async function settled(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve))
}

/**
 * Waits for enter and exit animations, so that colours are judged at rest. Endless ones (spinners)
 * are not waited for.
 */
export async function atRest(): Promise<void> {
  await settled()
  const finite = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
  await Promise.allSettled(finite.map((animation) => animation.finished))
}
