// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CollectionTest} from "./support/CollectionTest.sol";
import {Handler} from "./support/Handler.sol";
import {Reference} from "./support/Reference.sol";
import {check, checkEq} from "./support/Vm.sol";

/// @notice The collection and the OpenZeppelin-based reference, side by side.
abstract contract SideBySide is CollectionTest {
    Handler internal handler;

    function setUp() public override {
        super.setUp();
        Reference model = new Reference(address(this), COLLECTOR, address(collection));
        handler = new Handler(collection, model, STRANGER);
        collection.grantRoles(STRANGER, 3);
        model.grantRoles(STRANGER, 3);
        collection.grantRoles(handler.person(1), 4);
        model.grantRoles(handler.person(1), 4);
    }

    /// A token has one owner, everybody's balance is the number of tokens they own, and the sum is what was minted.
    function checkBalances() internal view {
        uint256 people = handler.PEOPLE();
        uint256[] memory owned = new uint256[](people);
        for (uint256 token; token < handler.TOKENS(); ++token) {
            (address owner,,) = collection.signatureNonces(handler.tokenId(token));
            for (uint256 i; i < people; ++i) {
                if (handler.person(i) == owner) owned[i]++;
            }
        }
        uint256 sum;
        for (uint256 i; i < people; ++i) {
            checkEq(collection.balanceOf(handler.person(i)), owned[i], "a balance is not what is owned");
            sum += owned[i];
        }
        checkEq(sum, handler.minted(), "the balances do not add up");
    }
}

/// Random sequences of calls, made to both alike.
contract DifferentialTest is SideBySide {
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_bothAgreeAndBalancesAddUp() public view {
        checkBalances();
        for (uint256 token; token < handler.TOKENS(); ++token) {
            handler.compare(token);
        }
    }
}

contract ReachTest is SideBySide {
    string[] private _outcomes = [
        "mint",
        "mint, refused",
        "mint batch",
        "mint batch, refused",
        "settle bound",
        "settle bound, refused",
        "settle open",
        "settle open, refused",
        "settle in batch",
        "skip in batch",
        "withdraw",
        "withdraw, refused",
        "transfer",
        "transfer, refused",
        "safe transfer",
        "safe transfer, refused",
        "approve",
        "approve, refused",
        "approve all",
        "cancel",
        "cancel, refused",
        "cancel all",
        "cancel all, refused",
        "payout",
        "payout, refused",
        "revoke",
        "revoke, refused"
    ];

    /// The handler reaches every outcome that it is there to compare.
    function test_everyOutcomeHappens() public {
        uint256 seed = 1;
        for (uint256 i; i < 6000; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            _step(seed % 16, seed >> 32, seed >> 80, seed >> 128, seed >> 176);
        }
        for (uint256 i; i < _outcomes.length; ++i) {
            check(handler.times(_outcomes[i]) >= 3, string.concat("too seldom: ", _outcomes[i]));
        }
        checkBalances();
    }

    function _step(uint256 kind, uint256 a, uint256 b, uint256 c, uint256 d) private {
        if (kind == 0) handler.mint(a, b, uint40(c), uint16(d), d >> 16, c % 5 != 0);
        else if (kind == 1) handler.mintBatch(uint128(a), uint128(b), uint40(c), uint128(d));
        else if (kind < 4) handler.list(a, b, c, uint16(d), d % 2 == 0, c >> 16);
        else if (kind < 7) handler.settle(a, b, c % 24, d % 9 != 0);
        else if (kind == 7) handler.settleBatch(a, b, c);
        else if (kind == 8) handler.signWithdrawal(a, b, uint16(c), d);
        else if (kind == 9) handler.withdraw(a, b, c % 20, d);
        else if (kind == 10) handler.transfer(a, b, c, d % 3 == 0 ? d >> 4 : b, a % 16 < 8);
        else if (kind == 11) handler.approve(a, b, c, d % 5 == 0);
        else if (kind == 12) handler.approveAll(a, b, c % 2 == 0);
        else if (kind == 13) handler.cancel(uint128(a), b, c % 4 == 0);
        else if (kind == 14) _seldom(a, b, c, d);
        else handler.passTime(uint16(a % 2000));
    }

    function _seldom(uint256 a, uint256 b, uint256 c, uint256 d) private {
        if (d % 4 == 0) handler.cancelAll(a, b, c % 3 == 0);
        else if (d % 4 == 1) handler.setPayout(uint40(a), b, c, c % 5 == 0);
        else if (d % 4 == 2) handler.revoke(a, b, c);
    }
}
