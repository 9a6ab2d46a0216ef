/** What some editors write before a text in UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'
