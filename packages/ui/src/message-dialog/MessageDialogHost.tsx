import { useStore } from '@x/kit/react'
import { createLatePart } from '../late/createLatePart.ts'
import { modalPart } from '../late/parts.ts'
import { useLatePart } from '../late/useLatePart.ts'
import type { MessageDialogs } from './createMessageDialogs.ts'
import type { MessageProps } from './Message.tsx'
import { useReturnFocus } from './useReturnFocus.ts'

const messagePart = createLatePart({
  name: 'message',
  async load() {
    // The modal is needed next: one round trip for both.
    const [{ Message }] = await Promise.all([import('./Message.tsx'), modalPart.load()])
    return Message
  },
})

/** Shows what the queue holds. One a page, below the provider. */
export function MessageDialogHost({ dialogs }: { readonly dialogs: MessageDialogs }) {
  const { current } = useStore(dialogs)
  useReturnFocus(dialogs)
  return current ? <LateMessage key={current.id} message={current} dialogs={dialogs} /> : null
}

function LateMessage(props: MessageProps) {
  // Nobody can be asked: every waiter hears `close`, rather than nothing for ever.
  const { Part } = useLatePart(messagePart, { wanted: true, onFail: props.dialogs.closeAll })
  return Part ? <Part {...props} /> : null
}
