import { search } from './search.ts'
import type { WorkChallenge, WorkSolution } from './service.ts'

interface WorkerMessage {
  readonly tries?: number
  readonly solution?: WorkSolution
  readonly failed?: true
}

const MAX_WORKERS = 4
/** Where the bar stands at the end of the longest search. */
const LONGEST_SEARCH = 1_200

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

let workerUrlPolicy: { createScriptURL(url: string): string } | undefined

/**
 * The worker's address, the one of this script, in the form that a page with trusted types accepts;
 * the policy makes no other.
 */
function trustedWorkerUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory }
  const rules = {
    createScriptURL(address: string) {
      if (address !== url || new URL(address).origin !== location.origin)
        throw new TypeError('Not the address of the challenge’s worker')
      return address
    },
  }
  workerUrlPolicy ??= trustedTypes?.createPolicy('x-captcha-worker', rules) ?? rules
  return workerUrlPolicy.createScriptURL(url)
}

/** `progress` hears whole per cents, never 100 before the end. The page stays free. */
export async function solveWork(
  challenge: WorkChallenge,
  {
    workerUrl,
    signal,
    progress,
  }: { workerUrl: string; signal: AbortSignal; progress(percent: number): void },
): Promise<WorkSolution> {
  let tries = 0
  const onProgress = (more: number) => {
    if (signal.aborted) throw new Error('aborted')
    tries += more
    progress(Math.min(99, Math.floor((tries / LONGEST_SEARCH) * 100)))
  }
  // Workers come from the page's own origin only. Elsewhere the page searches itself: each
  // derivation runs beside it anyway.
  if (new URL(workerUrl).origin !== location.origin)
    return search({ parameters: challenge.parameters, start: 0, step: 1 }, onProgress)
  return searchInWorkers(challenge, { workerUrl, signal, onProgress })
}

/** On several cores. */
function searchInWorkers(
  challenge: WorkChallenge,
  {
    workerUrl,
    signal,
    onProgress,
  }: { workerUrl: string; signal: AbortSignal; onProgress(tries: number): void },
): Promise<WorkSolution> {
  const count = Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency || 2) - 1))
  const workers = Array.from({ length: count }, () => new Worker(trustedWorkerUrl(workerUrl)))
  const stop = () => workers.forEach((worker) => worker.terminate())
  const solved = new Promise<WorkSolution>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    workers.forEach((worker, start) => {
      worker.addEventListener('error', () => reject(new Error('worker')))
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
        if (data.failed) return reject(new Error('worker'))
        if (data.solution) return resolve(data.solution)
        if (!signal.aborted) onProgress(data.tries ?? 0)
      })
      worker.postMessage({ parameters: challenge.parameters, start, step: count })
    })
  })
  return solved.finally(stop)
}
