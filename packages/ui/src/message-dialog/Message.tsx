import { useId, type KeyboardEvent } from 'react'
import { Button } from '../button/Button.tsx'
import { Dialog, type DialogDismissal } from '../dialog/Dialog.tsx'
import { isInputMethodKey } from '../layer/inputMethod.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { TextArea } from '../text-field/TextArea.tsx'
import { TextField } from '../text-field/TextField.tsx'
import type { WidgetProps } from '../WidgetProps.ts'
import type { MessageDialogs, OpenMessage } from './createMessageDialogs.ts'
import { dismissAction } from './messageRequest.ts'

/** Props of one message. */
export interface MessageProps extends WidgetProps {
  readonly message: OpenMessage
  readonly dialogs: MessageDialogs
}

/** One message in its dialog. */
export function Message({ message, dialogs, ...rest }: MessageProps) {
  const strings = useUiStrings()
  const textId = useId()
  const { kind, options, pending } = message
  const leave = (how: DialogDismissal) => {
    const action = dismissAction(kind, how)
    if (action) void dialogs.answer(action)
  }
  return (
    <Dialog
      {...rest}
      open
      role="alertdialog"
      title={options.title}
      size={options.size ?? 'small'}
      describedBy={textId}
      escapeCloses={dismissAction(kind, 'escape') !== undefined}
      backdropCloses={dismissAction(kind, 'backdrop') !== undefined}
      onOpenChange={(_open, how) => leave(how)}
      // Without the code no message can be shown.
      onUnavailable={dialogs.closeAll}
      footer={
        <>
          {kind === 'alert' ? null : (
            <Button
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog must take the focus
              autoFocus={kind === 'confirm' && options.initialFocus === 'cancel'}
              disabled={pending !== undefined && pending !== 'cancel'}
              loading={pending === 'cancel'}
              onClick={() => void dialogs.answer('cancel')}
            >
              {options.cancelText ?? strings.cancel}
            </Button>
          )}
          <Button
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog must take the focus
            autoFocus={
              kind === 'alert' || (kind === 'confirm' && options.initialFocus !== 'cancel')
            }
            variant={options.variant ?? 'primary'}
            loading={pending === 'confirm'}
            disabled={pending === 'cancel' || pending === 'close'}
            onClick={() => void dialogs.answer('confirm')}
          >
            {options.confirmText ?? (kind === 'alert' ? strings.ok : strings.confirm)}
          </Button>
        </>
      }
    >
      <div id={textId}>{options.message}</div>
      {kind === 'prompt' ? <PromptInput message={message} dialogs={dialogs} /> : null}
    </Dialog>
  )
}

function PromptInput({ message, dialogs }: MessageProps) {
  const strings = useUiStrings()
  const { options, failure, value } = message
  const shared = {
    label: options.label,
    value,
    placeholder: options.placeholder,
    error: failure ? (failure.text ?? strings.invalidInput) : undefined,
    onChange: dialogs.type,
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened the prompt to type
    autoFocus: true,
    'aria-label':
      options.label === undefined && typeof options.title === 'string' ? options.title : undefined,
  }
  if (options.multiline) return <TextArea {...shared} />
  const keyDown = (event: KeyboardEvent) => {
    // Enter confirms, except one that ends a composition (U2).
    if (event.key !== 'Enter' || isInputMethodKey(event.nativeEvent)) return
    event.preventDefault()
    void dialogs.answer('confirm')
  }
  return <TextField {...shared} onKeyDown={keyDown} />
}
