import { createStore, type Reporter, type Store } from '@x/kit'
import { browserPorts } from '@x/kit/browser'
import {
  checkPrompt,
  type MessageAction,
  type MessageKind,
  type MessageOptions,
  type MessageRequest,
  type MessageResult,
  type PromptCheck,
  type PromptOptions,
} from './messageRequest.ts'

/** The message on screen. */
export interface OpenMessage extends MessageRequest {
  readonly id: number
  readonly value: string
  /** Set by a failed confirmation; then every input is validated again. */
  readonly failure: Extract<PromptCheck, { ok: false }> | undefined
  /** The action that waits for `beforeClose`. */
  readonly pending: MessageAction | undefined
}

/** State of the message queue. */
export interface MessageDialogsState {
  readonly current: OpenMessage | undefined
  readonly waiting: number
}

/** A queue of messages. Each method resolves with the user's answer and never rejects. */
export interface MessageDialogs extends Store<MessageDialogsState> {
  alert(options: MessageOptions): Promise<MessageResult>
  confirm(options: MessageOptions): Promise<MessageResult>
  prompt(options: PromptOptions): Promise<MessageResult>
  /** Answers the message on screen. A confirmed prompt is validated first. */
  answer(action: MessageAction): Promise<void>
  type(value: string): void
  /** Resolves all messages, including the one on screen, with `close`, without `beforeClose`. */
  closeAll(): void
}

interface Waiter extends MessageRequest {
  readonly id: number
  readonly settle: (result: MessageResult) => void
}

/** Options of `createMessageDialogs`. */
export interface MessageDialogsOptions {
  /** Receives an error of `beforeClose` as `ui-before-close-failed`. Default: the console. */
  readonly reporter?: Reporter
}

/**
 * Creates a queue that shows one dialog at a time, in the order of the calls (U2). Render one
 * `MessageDialogHost` for it per page.
 */
export function createMessageDialogs({
  reporter = browserPorts().reporter,
}: MessageDialogsOptions = {}): MessageDialogs {
  const store = createStore<MessageDialogsState>({ current: undefined, waiting: 0 })
  const { queue, showHead, enqueue } = createMessageQueue(store)

  const shown = () => queue[0]
  const change = (part: Partial<OpenMessage>) => {
    const { current, waiting } = store.getState()
    if (current) store.setState({ current: { ...current, ...part }, waiting })
  }
  const answer = async (action: MessageAction) => {
    const { current } = store.getState()
    const waiter = shown()
    if (!current || !waiter || current.pending) return
    if (action === 'confirm' && current.kind === 'prompt') {
      const verdict = checkPrompt(current.value, current.options)
      if (!verdict.ok) return change({ failure: verdict })
    }
    const result: MessageResult =
      action === 'confirm' && current.kind === 'prompt'
        ? { action, value: current.value }
        : { action }
    if (current.options.beforeClose) change({ pending: action })
    const allowed = await isAllowed(result, { options: current.options, reporter })
    // `closeAll` may have been called while `beforeClose` was pending.
    if (shown() !== waiter) return
    if (!allowed) return change({ pending: undefined })
    queue.shift()
    showHead()
    waiter.settle(result)
  }
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    alert: (options) => enqueue('alert', options),
    confirm: (options) => enqueue('confirm', options),
    prompt: (options) => enqueue('prompt', options),
    answer,
    type(value) {
      const { current } = store.getState()
      if (!current) return
      const verdict: PromptCheck = current.failure
        ? checkPrompt(value, current.options)
        : { ok: true }
      change({ value, failure: verdict.ok ? undefined : verdict })
    },
    closeAll() {
      const waiters = queue.splice(0)
      showHead()
      for (const waiter of waiters) waiter.settle({ action: 'close' })
    },
  }
}

/** The messages in the order of the calls; the store shows the first. */
function createMessageQueue(store: ReturnType<typeof createStore<MessageDialogsState>>) {
  const queue: Waiter[] = []
  let nextId = 1

  const showHead = () => {
    const head = queue[0]
    store.setState({ current: head && messageOf(head), waiting: Math.max(0, queue.length - 1) })
  }
  const updateWaiting = () =>
    store.setState({ ...store.getState(), waiting: Math.max(0, queue.length - 1) })
  const withdraw = (waiter: Waiter) => {
    const position = queue.indexOf(waiter)
    if (position < 0) return
    queue.splice(position, 1)
    if (position === 0) showHead()
    else updateWaiting()
    waiter.settle({ action: 'close' })
  }
  const enqueue = (kind: MessageKind, options: PromptOptions) =>
    new Promise<MessageResult>((resolve) => {
      const { signal } = options
      if (signal?.aborted) return resolve({ action: 'close' })
      const onAbort = () => withdraw(waiter)
      const settle = (result: MessageResult) => {
        signal?.removeEventListener('abort', onAbort)
        resolve(result)
      }
      const waiter: Waiter = { id: nextId, kind, options, settle }
      nextId += 1
      signal?.addEventListener('abort', onAbort)
      queue.push(waiter)
      if (queue.length === 1) showHead()
      else updateWaiting()
    })
  return { queue, showHead, enqueue }
}

/** Asks `beforeClose`, if there is one. */
async function isAllowed(
  result: MessageResult,
  {
    options: { beforeClose },
    reporter,
  }: { readonly options: MessageOptions; readonly reporter: Reporter },
): Promise<boolean> {
  if (!beforeClose) return true
  try {
    return await beforeClose(result)
  } catch (error) {
    // The dialog stays open; only the report has the reason.
    reporter.report({
      kind: 'ui-before-close-failed',
      message: error instanceof Error ? error.message : String(error),
      detail: { action: result.action },
    })
    return false
  }
}

const messageOf = ({ id, kind, options }: Waiter): OpenMessage => ({
  id,
  kind,
  options,
  value: options.initial ?? '',
  failure: undefined,
  pending: undefined,
})
