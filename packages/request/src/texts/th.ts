import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'คำแนะนำ',
  timeout: 'คำขอหมดเวลา!',
  expired: 'การเข้าสู่ระบบหมดอายุ โปรดเข้าสู่ระบบอีกครั้ง',
  loginvalid: 'โปรดเข้าสู่ระบบเพื่อเข้าชม',
  unknow: 'ระบบไม่ว่าง',
  notfound: 'คำขอผิดพลาด',
  forbidden: 'ไม่อนุญาตคำขอนี้',
}
