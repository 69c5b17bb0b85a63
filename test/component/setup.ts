import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// As long as any wait (vitest.config.ts): only a failure takes it, however busy the computer is.
configure({ asyncUtilTimeout: 60_000 });

afterEach(cleanup);
