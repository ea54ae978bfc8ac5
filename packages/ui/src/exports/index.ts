export { UiProvider, type UiProviderProps } from '../provider/UiProvider.tsx'
export { useUiStrings } from '../provider/useUiStrings.ts'
export {
  createPopupStack,
  FIRST_LAYER,
  type PopupLayer,
  type PopupStack,
} from '../layer/popupStack.ts'
export { pagePopups, usePopupLayer, type PopupLayerOptions } from '../layer/usePopupLayer.ts'
export type { WidgetProps } from '../WidgetProps.ts'
export type { DataAttributes, FieldProps } from '../field/FieldProps.ts'
