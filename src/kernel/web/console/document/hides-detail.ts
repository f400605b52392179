/** Whether an address asks for what is decided alone (`hideDetail`, spec section 2): no facts, lines and files, at both widths. */
export const hidesDetail = (query: URLSearchParams): boolean => ['1', 'true'].includes(query.get('hideDetail') ?? '')
