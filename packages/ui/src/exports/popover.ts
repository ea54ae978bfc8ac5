export { Popover, type PopoverProps, type PopupTriggerProps } from '../popover/Popover.tsx'
