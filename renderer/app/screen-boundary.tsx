import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
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
        <Notice
          tone="danger"
          live="assertive"
          title="This screen could not be drawn"
          actions={<Button onPress={() => this.setState({ isBroken: false })}>Open it again</Button>}
        >
          What you typed is kept as a draft, as you typed it. Nothing was sent because of this. The other
          screens go on working.
        </Notice>
      </Page>
    );
  }
}
