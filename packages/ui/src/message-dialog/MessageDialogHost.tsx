import { useStore } from '@x/kit/react'
import { createLazyModule } from '../lazy/createLazyModule.ts'
import { lazyModal } from '../lazy/lazyOverlays.ts'
import { useLazyModule } from '../lazy/useLazyModule.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import type { MessageDialogs } from './createMessageDialogs.ts'
import type { MessageProps } from './Message.tsx'
import { useRestoreFocus } from './useRestoreFocus.ts'

const lazyMessage = createLazyModule({
  name: 'message',
  async load() {
    // The message needs the modal next: load both at once.
    const [{ Message }] = await Promise.all([import('./Message.tsx'), lazyModal.load()])
    return Message
  },
})

/** Props of `MessageDialogHost`. It has no element; its messages get id, class and style. */
export interface MessageDialogHostProps extends WidgetProps {
  readonly dialogs: MessageDialogs
}

/** Shows the messages of the queue. Render one per page, inside the provider. */
export function MessageDialogHost({ dialogs, ...rest }: MessageDialogHostProps) {
  const { current } = useStore(dialogs)
  useRestoreFocus(dialogs)
  return current ? (
    <LazyMessage {...rest} key={current.id} message={current} dialogs={dialogs} />
  ) : null
}

function LazyMessage(props: MessageProps) {
  // Without the code all messages resolve to `close` instead of staying pending.
  const { Component } = useLazyModule(lazyMessage, { wanted: true, onFail: props.dialogs.closeAll })
  return Component ? <Component {...props} /> : null
}
