import { useNavigate } from 'react-router'

/** Opens an address in a tab of the shell, or in a browser tab on request. */
export function useOpen(): (address: string, isNewTab?: boolean) => void {
  const navigate = useNavigate()
  return (address, isNewTab = false) => {
    if (isNewTab) window.open(address, '_blank', 'noopener')
    else void navigate(address)
  }
}
