import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'คำแนะนำ',
  timeout: 'คำขอหมดเวลา!',
  expired: 'การเข้าสู่ระบบหมดอายุ โปรดเข้าสู่ระบบอีกครั้ง',
  loginRequired: 'โปรดเข้าสู่ระบบเพื่อเข้าชม',
  systemBusy: 'ระบบไม่ว่าง',
  notFound: 'คำขอผิดพลาด',
  forbidden: 'ไม่อนุญาตคำขอนี้',
}
