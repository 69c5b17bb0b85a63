; electron-builder takes this file up by its name. It registers Front Desk's links (docs/links.md) for who installs it.
; "--" goes before the link: whatever is in it, Chromium reads nothing behind it as a switch.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\frontdesk" "" "URL:Front Desk"
  WriteRegStr SHELL_CONTEXT "Software\Classes\frontdesk" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\frontdesk\DefaultIcon" "" "$\"$appExe$\",0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\frontdesk\shell\open\command" "" "$\"$appExe$\" -- $\"%1$\""
!macroend

; Another program that took the links over since keeps them. A newer version writes them again.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 SHELL_CONTEXT "Software\Classes\frontdesk\shell\open\command" ""
    ${if} $R0 == "$\"$INSTDIR\${APP_EXECUTABLE_FILENAME}$\" -- $\"%1$\""
      DeleteRegKey SHELL_CONTEXT "Software\Classes\frontdesk"
    ${endIf}
  ${endIf}
!macroend
