export {
  createMessageDialogs,
  type MessageDialogs,
  type MessageDialogsOptions,
  type MessageDialogsState,
  type OpenMessage,
} from '../message-dialog/createMessageDialogs.ts'
export {
  MessageDialogHost,
  type MessageDialogHostProps,
} from '../message-dialog/MessageDialogHost.tsx'
export {
  checkPrompt,
  type MessageAction,
  type MessageKind,
  type MessageOptions,
  type MessageRequest,
  type MessageResult,
  type PromptCheck,
  type PromptOptions,
} from '../message-dialog/messageRequest.ts'
