import { Component, type ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { Button } from "../ui/button.tsx";
import { NoticeBox } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";

type Props = { readonly title: string; readonly children: ReactNode };
type State = { readonly isBroken: boolean };

/** Keeps a screen that cannot be drawn from taking the rest of the window with it. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Page title={this.props.title}>
        <NoticeBox
          tone="danger"
          live="assertive"
          title={words.shell.brokenScreen.title}
          actions={
            <Button onPress={() => this.setState({ isBroken: false })}>
              {words.shell.brokenScreen.open}
            </Button>
          }
        >
          {words.shell.brokenScreen.text}
        </NoticeBox>
      </Page>
    );
  }
}
