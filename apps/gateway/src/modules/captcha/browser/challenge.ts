import {
  createService,
  ServiceError,
  type LoadedPuzzle,
  type Pass,
  type Verdict,
  type WorkChallenge,
  type WorkSolution,
} from './service.ts'
import { trackSlide } from './slide.ts'
import { fillText } from './texts.ts'
import { createView } from './view.ts'
import { solveWork } from './work.ts'

export interface ChallengeOptions {
  readonly captchaId: string
  readonly language: string | undefined
  readonly origin: string
  readonly workerUrl: string
  readonly timeoutMs: number
  solved(pass: Pass): void
  failed(): void
  closed(): void
  /** Nothing to show: the challenge could not be loaded at all. */
  broken(error: { code: string; message: string }): void
}

/** How long "Verified" can be read before the dialog goes. */
const SOLVED_MS = 500
const TOO_MANY = '42901'

/** One dialog's life: load, show, judge answers until one is right, go away. */
export function createChallenge(options: ChallengeOptions) {
  const gone = new AbortController()
  const service = createService({
    origin: options.origin,
    signal: gone.signal,
    timeoutMs: options.timeoutMs,
  })
  const view = createView()
  const slide = trackSlide(view.slider, { moved: view.place, answered: () => void submitSlide() })
  const canCalculate = globalThis.crypto?.subtle !== undefined
  let puzzle: LoadedPuzzle | undefined
  let toll: Toll | undefined
  let isDone = false

  // Without a secure context there is no WebCrypto to calculate with.
  view.other.hidden = !canCalculate
  view.confirm.addEventListener('click', () => void submitSlide())
  view.another.addEventListener('click', () => void renew(view.texts.hint))
  view.work.addEventListener('click', () => void submitWork())
  view.close.addEventListener('click', () => view.dialog.close())
  view.dialog.addEventListener('close', () => {
    end()
    if (!isDone) options.closed()
  })

  return {
    load,
    open: () => view.open(),
    destroy() {
      isDone = true
      end()
    },
  }

  function end(): void {
    gone.abort()
    toll?.drop()
    view.remove()
  }

  async function load(): Promise<void> {
    try {
      await loadPuzzle()
    } catch (error) {
      if (!gone.signal.aborted)
        options.broken({
          code: error instanceof ServiceError ? error.code : 'network',
          message: view.texts.unavailable,
        })
      throw error
    }
  }

  async function loadPuzzle(): Promise<void> {
    const loaded = await service.load(
      options.captchaId,
      puzzle ? {} : { language: options.language, page: document.documentElement.lang },
    )
    if (loaded.language) view.speak(loaded.language)
    await view.show(loaded, (layer) => service.pictureUrl(loaded.lotNumber, layer))
    puzzle = loaded
    toll?.drop()
    toll = canCalculate ? startToll(loaded.toll, options.workerUrl) : undefined
    slide.reset()
    view.busy(false)
  }

  async function renew(message: string, tone: 'plain' | 'bad' = 'plain'): Promise<void> {
    await attempt(view.texts.tooMany, async () => {
      await loadPuzzle()
      view.say(message, tone)
      view.slider.focus()
    })
  }

  async function submitSlide(): Promise<void> {
    const answer = slide.answer()
    await attempt(view.texts.onlyWork, async (current) => {
      view.say(view.texts.checking)
      const paid = await toll?.paid()
      await judge(
        await service.verify(current.lotNumber, { slide: answer, ...(paid ? { toll: paid } : {}) }),
      )
    })
  }

  async function submitWork(): Promise<void> {
    await attempt(view.texts.tooMany, async (current) => {
      const progress = (percent: number) => view.say(fillText(view.texts.working, { percent }))
      progress(0)
      await judge(
        await service.verify(current.lotNumber, {
          work: await solveWork(current.work, {
            workerUrl: options.workerUrl,
            signal: gone.signal,
            progress,
          }),
        }),
      )
    })
  }

  async function judge(verdict: Verdict): Promise<void> {
    if ('pass' in verdict) return celebrate(verdict.pass)
    options.failed()
    slide.reset()
    view.place(0)
    await loadPuzzle()
    view.say(view.texts.renewed, 'bad')
  }

  function celebrate(pass: Pass): void {
    isDone = true
    view.solved()
    view.say(view.texts.solved, 'good')
    setTimeout(() => {
      if (gone.signal.aborted) return
      view.remove()
      options.solved(pass)
    }, SOLVED_MS)
  }

  /**
   * One thing at a time; what goes wrong is said, too many in the words of what was too much, and
   * the controls come back.
   */
  async function attempt(
    tooMany: string,
    run: (current: LoadedPuzzle) => Promise<void>,
  ): Promise<void> {
    if (!puzzle || isDone || view.confirm.disabled) return
    view.busy(true)
    try {
      await run(puzzle)
    } catch (error) {
      if (gone.signal.aborted) return
      view.say(
        error instanceof ServiceError && error.code === TOO_MANY ? tooMany : view.texts.unavailable,
        'bad',
      )
    }
    if (isDone) return
    view.busy(false)
    view.slider.focus()
  }
}

interface Toll {
  /** The solution; asked for by an answer, long after the search began. */
  paid(): Promise<WorkSolution>
  drop(): void
}

/** Calculates while the user slides, so that nobody waits for it. */
function startToll(challenge: WorkChallenge, workerUrl: string): Toll {
  const dropped = new AbortController()
  const solution = solveWork(challenge, { workerUrl, signal: dropped.signal, progress: () => {} })
  // A failure is said when an answer asks for it.
  solution.catch(() => {})
  return { paid: () => solution, drop: () => dropped.abort() }
}
