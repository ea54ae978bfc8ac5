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
    // The message needs the modal next: load both at once.
    const [{ Message }] = await Promise.all([import('./Message.tsx'), modalPart.load()])
    return Message
  },
})

/** Shows the messages of the queue. Render one per page, inside the provider. */
export function MessageDialogHost({ dialogs }: { readonly dialogs: MessageDialogs }) {
  const { current } = useStore(dialogs)
  useReturnFocus(dialogs)
  return current ? <LazyMessage key={current.id} message={current} dialogs={dialogs} /> : null
}

function LazyMessage(props: MessageProps) {
  // Without the code all messages resolve to `close` instead of staying pending.
  const { Part } = useLatePart(messagePart, { wanted: true, onFail: props.dialogs.closeAll })
  return Part ? <Part {...props} /> : null
}
